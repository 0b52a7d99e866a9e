import { Missing } from "@/components/layout/missing";

/** A shop page that asked for something that is not there; header and footer stay. */
export default Missing;
