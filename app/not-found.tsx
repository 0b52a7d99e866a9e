import { PageNotFound } from "@/components/layout/page-not-found";

/** Each group of pages has its own. Without this one Next.js would put a 404 page of its own into the data of every page. */
export default PageNotFound;
