// Sections of the home page and of those like it: one file, so that a touch loads them together.
export { CategoryCards } from "@/components/catalogue/category-cards";
export { MixedBoxes } from "@/components/catalogue/mixed-boxes";
export { CallToAction } from "@/components/layout/call-to-action";
export { Counters } from "./counters";
export { Hero } from "./hero";
export { Promises } from "./promises";
export { SectionHeading } from "./section-heading";
