// It has no types of its own; load.mts uses a part that is checked by what it measures.
declare module "autocannon" {
  const autocannon: (options: object) => Promise<any>;
  export default autocannon;
}
