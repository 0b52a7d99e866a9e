import { zodResolver } from "@hookform/resolvers/zod";
import { deleteAccountForm, nameForm, passwordForm, resetForm } from "@/lib/accounts/schema";

export const nameResolver = zodResolver(nameForm);
export const passwordResolver = zodResolver(passwordForm);
export const deletionResolver = zodResolver(deleteAccountForm);
export const resetResolver = zodResolver(resetForm);
