"use client";

import { FailedWithRetry } from "@/components/catalogue/failed-with-retry";

export default FailedWithRetry;
