import type { ComponentProps } from "react";
import { SelectField } from "@/components/ui/field";

export type OptionsProps = Omit<ComponentProps<typeof SelectField>, "children"> & {
  options: readonly (readonly [value: string | number, text: string])[];
};

export const OptionsField = ({ options, ...props }: OptionsProps) => (
  <SelectField {...props}>
    {options.map(([value, text]) => (
      <option key={value} value={value}>
        {text}
      </option>
    ))}
  </SelectField>
);
