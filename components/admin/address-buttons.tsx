"use client";

import type { ComponentProps, ReactNode } from "react";
import { useAddressForm } from "./use-address-form";

type AddressButtonsProps = {
  path: string;
  /** What the address keeps beside the button's own value. */
  values: Record<string, string | number | undefined>;
  step: "here" | "top";
  children: ReactNode;
} & Pick<ComponentProps<"form">, "className" | "aria-label" | "role">;

/** Buttons that lead to another state of the same address; a plain GET form without JavaScript. */
export function AddressButtons({ path, values, step, children, className, ...aria }: AddressButtonsProps) {
  const { pending, onSubmit } = useAddressForm(path, { step });
  return (
    <form method="get" action={path} onSubmit={onSubmit} aria-busy={pending} className="contents">
      {Object.entries(values).map(([name, value]) =>
        value === undefined || value === "" ? null : <input key={name} type="hidden" name={name} value={value} />,
      )}
      <div className={className} {...aria}>
        {children}
      </div>
    </form>
  );
}
