import { zodResolver } from "@hookform/resolvers/zod";
import { loginInput } from "@/lib/accounts/input";

export const resolver = zodResolver(loginInput);
