import { Missing } from "@/components/layout/missing";

/** A page of the admin area that asked for something that is not there; the header stays. */
export default Missing;
