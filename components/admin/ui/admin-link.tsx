import type { Route } from "next";
import Link from "next/link";
import type { ComponentProps } from "react";
import { buttonClass } from "@/components/ui/button";

type AdminLinkProps = Omit<ComponentProps<typeof Link>, "href" | "prefetch"> &
  Omit<NonNullable<Parameters<typeof buttonClass>[0]>, "icon"> & { href: string };

/** A link between pages of the admin area, which are not loaded ahead: as text, or as a button when it says of which kind. */
export function AdminLink({ href, kind, size, className = "", ...rest }: AdminLinkProps) {
  const classes = kind ? buttonClass({ kind, size }, className) : `link tap ${className}`;
  return <Link href={href as Route} prefetch={false} className={classes} {...rest} />;
}
