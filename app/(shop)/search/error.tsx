"use client";

import { ListingError } from "@/components/catalogue/listing-error";

export default ListingError;
