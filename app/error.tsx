"use client";

import { UnexpectedError } from "@/components/layout/unexpected-error";

/** For an error in a page outside the groups of pages, or in a group's layout; there is no header then. */
export default UnexpectedError;
