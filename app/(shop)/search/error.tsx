"use client";

import { ListingErrorWithRetry } from "@/components/catalogue/listing-error-with-retry";

export default ListingErrorWithRetry;
