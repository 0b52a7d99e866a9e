/**
 * The states and union territories, with the codes that a GSTIN starts with and the pincodes in them. A pincode belongs to the state with
 * the longest prefix of it. The codes are those of the GST portal's list of states; the prefixes were made from the All India Pincode
 * Directory of India Post (data.gov.in), whose few offices on the other side of a border are left out. The owner's accountant decides
 * where it matters.
 */
const states: Record<string, [name: string, prefixes: string]> = {
  "01": ["Jammu and Kashmir", "18 19"],
  "02": ["Himachal Pradesh", "17"],
  "03": ["Punjab", "14 15 16 160055 160059 160062 160071 160103 160104"],
  "04": ["Chandigarh", "160"],
  "05": [
    "Uttarakhand",
    "244712 244713 244715 244716 244717 244720 246 247656 247658 247661 247663 247664 247665 247666 247667 247668 247670 247671 248 249 262308 262309 26231 26240 2625 2626 263",
  ],
  "06": ["Haryana", "12 13"],
  "07": ["Delhi", "11"],
  "08": ["Rajasthan", "30 31 32 33 34"],
  "09": ["Uttar Pradesh", "20 21 22 23 24 25 26 27 28 2467 262406 262407"],
  "10": ["Bihar", "80 81 82 84 85 814131"],
  "11": ["Sikkim", "737"],
  "12": ["Arunachal Pradesh", "790 791 792"],
  "13": ["Nagaland", "797 798"],
  "14": ["Manipur", "795"],
  "15": ["Mizoram", "796"],
  "16": ["Tripura", "799"],
  "17": ["Meghalaya", "793 794"],
  "18": ["Assam", "78"],
  "19": ["West Bengal", "70 71 72 73 74"],
  "20": ["Jharkhand", "813208 814 815 816 822 825 826 827 828 829 83"],
  "21": ["Odisha", "75 76 77"],
  "22": ["Chhattisgarh", "49"],
  "23": ["Madhya Pradesh", "45 46 47 48"],
  "24": ["Gujarat", "36 37 38 39"],
  "26": ["Dadra and Nagar Haveli and Daman and Diu", "362520 362540 362570 396193 396210 396215 396220 396230 396240"],
  "27": ["Maharashtra", "40 41 42 43 44"],
  "29": ["Karnataka", "56 57 58 59"],
  "30": ["Goa", "403"],
  "31": ["Lakshadweep", "68255"],
  "32": ["Kerala", "67 68 69"],
  "33": ["Tamil Nadu", "60 61 62 63 64 605014 609608"],
  "34": ["Puducherry", "533464 6050 605107 605110 605502 607402 607403 60960 673310"],
  "35": ["Andaman and Nicobar Islands", "744"],
  "36": ["Telangana", "50"],
  "37": ["Andhra Pradesh", "51 52 53"],
  "38": ["Ladakh", "194"],
  "97": ["Other Territory", ""],
};

const stateOfPrefix = new Map(
  Object.entries(states).flatMap(([code, [, prefixes]]) => prefixes.split(" ").map((prefix) => [prefix, code])),
);

/** The code of the state in which a pincode is: "400028" is in "27". Null for the army's (9…) and for what is no pincode. */
export function stateOfPincode(pincode: string): string | null {
  if (!/^[1-9]\d{5}$/.test(pincode)) return null;
  for (let length = 6; length >= 2; length--) {
    const code = stateOfPrefix.get(pincode.slice(0, length));
    if (code !== undefined) return code;
  }
  return null;
}

/** Whether there is a state of this code. */
export const isState = (code: string): boolean => Object.hasOwn(states, code);

/** What a state is called: "27" is "Maharashtra". */
export const stateName = (code: string): string => states[code]?.[0] ?? `State ${code}`;

/** A state as the GST portal writes the place of supply: "27-Maharashtra", "01-Jammu & Kashmir". */
export const placeText = ({ code, name }: { code: string; name: string }): string =>
  `${code}-${name.replaceAll(" and ", " & ")}`;
