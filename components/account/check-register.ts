import { zodResolver } from "@hookform/resolvers/zod";
import { registerForm } from "@/lib/accounts/input";

export const resolver = zodResolver(registerForm);
