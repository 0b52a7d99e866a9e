/** What everybody reads who asks for a new password, with an account or without. */
export const RESET_REQUESTED = "If this address has an account, a link is on its way.";
