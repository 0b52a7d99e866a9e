// As the listing's page: rendered when it is first asked for, then stored, for five minutes.
export const revalidate = 300;
export const generateStaticParams = () => [];

/** The page of words at a route with four parameters, which is what the listing's has. */
export default function WordsOfRoutePage() {
  return <main>{"Kaju katli, ₹500. ".repeat(3700)}</main>;
}
