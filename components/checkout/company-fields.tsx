import { useEffect, useRef, useState } from "react";
import { Check, TextField } from "@/components/ui/field";
import { companyDeliveries, companyName } from "@/db/constants/orders";
import { pincodeIn } from "@/lib/delivery/constants";
import { placeOfSupply, shopState } from "@/lib/invoices/rules";
import { isGstin, typedGstin } from "@/lib/settings/gstin";
import { stateName } from "@/lib/settings/states";

/** The fields of an empty block, by name. */
export const companyValues: Record<string, string> = {
  forCompany: "",
  gstin: "",
  companyName: "",
  deliveredTo: companyDeliveries[0],
};

const deliveryNames = { company: "The company", others: "Other people, for the company" };

type CompanyFieldsProps = {
  /** The shop's own. */
  shopGstin: string;
  field: (name: string) => { name: string; defaultValue: string; error?: string };
  /** How and where the order is delivered, as far as it is chosen. */
  method: string | null;
  pincode: string;
};

type Supply = Pick<CompanyFieldsProps, "shopGstin" | "method" | "pincode">;

/** Which tax is charged; empty while the GSTIN or the pincode that decides it is incomplete. */
function taxText(typed: (name: string) => string, { shopGstin, method, pincode }: Supply): string {
  const gstin = typedGstin(typed("gstin"));
  const deliveredTo = typed("deliveredTo") === "others" ? "others" : "company";
  const isOpen = deliveredTo === "others" ? !isGstin(gstin) : pincode !== "" && !pincodeIn(pincode);
  if (typed("forCompany") !== "on" || isOpen) return "";
  const own = shopState(shopGstin, "");
  const order = { method, pincode: pincodeIn(pincode) || null, company: { gstin, deliveredTo } } as const;
  const place = placeOfSupply(order, own);
  const charged = place === own ? "CGST and SGST are" : "IGST is";
  return `${charged} charged: the place of supply is ${stateName(place ?? "")}.`;
}

/** The fields of an order's form for a company's GST invoice. CSS shows them while the box is ticked, without JavaScript too. */
export function CompanyFields({ field, ...supply }: CompanyFieldsProps) {
  const block = useRef<HTMLDivElement>(null);
  const [tax, setTax] = useState(() => taxText((name) => field(name).defaultValue, supply));
  // Reads the fields themselves, because a draft, 'Clear' and early typing change them without an event here.
  function update() {
    const typed = new FormData(block.current?.closest("form") ?? undefined);
    setTax(taxText((name) => `${typed.get(name) ?? ""}`, supply));
  }
  useEffect(update);
  const { defaultValue: isTicked } = field("forCompany");
  return (
    <div ref={block} onInput={update} className="group grid gap-4 border-t border-border pt-4">
      <Check name="forCompany" defaultChecked={isTicked !== ""}>
        GST invoice for a company
      </Check>
      <div className="hidden group-has-[[name=forCompany]:checked]:grid gap-4">
        <TextField
          label="GSTIN"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...field("gstin")}
        />
        <TextField
          label="Company name"
          autoComplete="organization"
          maxLength={companyName.max}
          {...field("companyName")}
        />
        <fieldset>
          <legend className="label">Who gets the sweets</legend>
          {companyDeliveries.map((value) => (
            <Check
              key={value}
              type="radio"
              name="deliveredTo"
              value={value}
              defaultChecked={value === field("deliveredTo").defaultValue}
            >
              {deliveryNames[value]}
            </Check>
          ))}
        </fieldset>
        <p role="status" className="font-medium empty:hidden">
          {tax}
        </p>
      </div>
    </div>
  );
}
