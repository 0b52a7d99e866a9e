import { zodResolver } from "@hookform/resolvers/zod";
import { registerForm } from "@/lib/accounts/schema";

export const resolver = zodResolver(registerForm);
