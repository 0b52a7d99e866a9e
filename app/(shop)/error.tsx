"use client";

import { UnexpectedError } from "@/components/layout/unexpected-error";

/** For an error in a shop page; header and footer stay. */
export default UnexpectedError;
