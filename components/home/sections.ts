import { CategoryCards } from "@/components/catalogue/category-cards";
import { MixedBoxes } from "@/components/catalogue/mixed-boxes";
import { CallToAction } from "@/components/layout/call-to-action";
import { Counters } from "./counters";
import { Hero } from "./hero";
import { Promises } from "./promises";
import { SectionHeading } from "./section-heading";

/** Sections of the home page and of those like it: one file, so that a touch loads them together. */
export const sections = { CategoryCards, MixedBoxes, CallToAction, Counters, Hero, Promises, SectionHeading };
