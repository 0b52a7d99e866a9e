import { zodResolver } from "@hookform/resolvers/zod";
import { loginInput } from "@/lib/accounts/schema";

export const resolver = zodResolver(loginInput);
