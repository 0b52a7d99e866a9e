// nightly: fills a shop with 20,000 orders by SQL; guards tests/bench/large-data.ts
// The data of load tests.
import { beforeAll } from "vitest";
import { seedLarge } from "@/tests/bench/large-data";
import { testSamples, url } from "./sample-world";

beforeAll(() => seedLarge(url, { sweets: 60, orders: 20_000 }));

testSamples(new Date());
