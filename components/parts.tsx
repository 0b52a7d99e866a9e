"use client";
"use no memo"; // React Compiler's caching would add more JavaScript to every page than it saves.

import type { CategoryCardsProps } from "./catalogue/category-cards";
import type { ListingFormProps } from "./catalogue/listing-form";
import type { ListingPagesProps } from "./catalogue/listing-pages";
import type { ProductCardProps } from "./catalogue/product-card";
import type { ProductOfferProps } from "./catalogue/product-offer";
import type { DeliveryCheckProps } from "./delivery/delivery-check";
import type { ContactFormProps, CustomOrderFormProps } from "./enquiries/enquiry-form";
import type { FaqSearchProps } from "./faq/faq-search";
import type { CountersProps } from "./home/counters";
import type { HeroProps } from "./home/hero";
import type { PromisesProps } from "./home/promises";
import type { SectionHeadingProps } from "./home/section-heading";
import type { CallToActionProps } from "./layout/call-to-action";
import type { SiteFooterProps } from "./layout/site-footer";
import type { SiteHeaderProps } from "./layout/site-header";
import type { BreadcrumbsProps } from "./ui/breadcrumbs";
import { HydrateOnTouch, partCode } from "./ui/hydrate-on-touch";

/*
 * The parts of pages that are hydrated when the page is touched. They are together here, so that a touch loads the code of those on the
 * next page, too.
 */

const loadFrame = () => import("./layout/frame").then(({ frame }) => frame);
const loadSelling = () => import("./catalogue/selling").then(({ selling }) => selling);
const loadSections = () => import("./home/sections").then(({ sections }) => sections);

const header = partCode(() => loadFrame().then((code) => code.SiteHeader));
export const SiteHeader = (props: SiteHeaderProps) => <HydrateOnTouch load={header} props={props} />;

const footer = partCode(() => loadFrame().then((code) => code.SiteFooter));
export const SiteFooter = (props: SiteFooterProps) => <HydrateOnTouch load={footer} props={props} />;

const callToAction = partCode(() => loadSections().then((code) => code.CallToAction));
export const CallToAction = (props: CallToActionProps) => <HydrateOnTouch load={callToAction} props={props} />;

const hero = partCode(() => loadSections().then((code) => code.Hero));
export const Hero = (props: HeroProps) => <HydrateOnTouch load={hero} props={props} />;

const counters = partCode(() => loadSections().then((code) => code.Counters));
export const Counters = (props: CountersProps) => <HydrateOnTouch load={counters} props={props} />;

const sectionHeading = partCode(() => loadSections().then((code) => code.SectionHeading));
export const SectionHeading = (props: SectionHeadingProps) => <HydrateOnTouch load={sectionHeading} props={props} />;

const promises = partCode(() => loadSections().then((code) => code.Promises));
export const Promises = (props: PromisesProps) => <HydrateOnTouch load={promises} props={props} />;

const categoryCards = partCode(() => loadSections().then((code) => code.CategoryCards));
export const CategoryCards = (props: CategoryCardsProps) => <HydrateOnTouch load={categoryCards} props={props} />;

const mixedBoxes = partCode(() => loadSections().then((code) => code.MixedBoxes));
export const MixedBoxes = () => <HydrateOnTouch load={mixedBoxes} props={{}} />;

const card = partCode(() => loadSelling().then((code) => code.ProductCard));
export const ProductCard = (props: ProductCardProps) => (
  <HydrateOnTouch load={card} props={props} as="article" className={props.packs ? "pcard packed" : "pcard"} />
);

const listingForm = partCode(() => loadSelling().then((code) => code.ListingForm));
export const ListingForm = (props: ListingFormProps) => <HydrateOnTouch load={listingForm} props={props} />;

const offer = partCode(() => loadSelling().then((code) => code.ProductOffer));
export const ProductOffer = (props: ProductOfferProps) => <HydrateOnTouch load={offer} props={props} />;

const deliveryCheck = partCode(() => loadSelling().then((code) => code.DeliveryCheck));
export const DeliveryCheck = (props: DeliveryCheckProps) => <HydrateOnTouch load={deliveryCheck} props={props} />;

const breadcrumbs = partCode(() => loadFrame().then((code) => code.Breadcrumbs));
export const Breadcrumbs = (props: BreadcrumbsProps) => <HydrateOnTouch load={breadcrumbs} props={props} />;

const listingPages = partCode(() => loadSelling().then((code) => code.ListingPages));
export const ListingPages = (props: ListingPagesProps) => <HydrateOnTouch load={listingPages} props={props} />;

const noSweets = partCode(() => loadSelling().then((code) => code.NoSweets));
export const NoSweets = () => <HydrateOnTouch load={noSweets} props={{}} />;

const contactForm = partCode(() => import("./enquiries/enquiry-form").then((code) => code.ContactForm));
export const ContactForm = (props: ContactFormProps) => <HydrateOnTouch load={contactForm} props={props} />;

const customOrderForm = partCode(() => import("./enquiries/enquiry-form").then((code) => code.CustomOrderForm));
export const CustomOrderForm = (props: CustomOrderFormProps) => <HydrateOnTouch load={customOrderForm} props={props} />;

const faqSearch = partCode(() => import("./faq/faq-search").then((code) => code.FaqSearch));
export const FaqSearch = (props: FaqSearchProps) => <HydrateOnTouch load={faqSearch} props={props} />;
