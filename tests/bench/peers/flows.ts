// An order end to end at each shop, for load.mts: calls one after another, where a call may need what the answers before it said.

/** What the answers so far of one order said. */
type State = { token?: string; id?: string; payment?: string };
type Step = {
  path: string | ((state: State) => string);
  body: string | ((state: State) => object);
  headers?: (state: State) => Record<string, string>;
  /** Notes what later steps need; throws when the answer is not the wanted one. */
  read?: (answer: any, state: State, headers: Record<string, string>) => void;
};
export type Flow =
  | { name: "mithaas"; clients: { headers: Record<string, string>; requests: { path: string; body?: string }[] }[] }
  | { name: "vendure"; variants: string[] }
  | { name: "medusa"; variants: string[]; key: string; region: string; shipping: string };

/** Each client buys from a shelf of its own: what many want at once is another question. */
const shelf = (variants: string[], client: number) => variants.filter((_, n) => n % 10 === client % 10);

function expected(condition: unknown, answer: unknown) {
  if (!condition) throw new Error(JSON.stringify(answer).slice(0, 300));
}

/** Reserve and order, of the part `orders`: its clients' requests are pairs of them. */
function mithaas({ clients }: Extract<Flow, { name: "mithaas" }>, client: number): Step[][] {
  const { headers, requests } = clients[client % clients.length] as (typeof clients)[number];
  const steps = requests.map(
    ({ path, body = "" }): Step => ({
      path,
      body,
      headers: () => headers,
      read: (answer) => expected(path !== "/api/orders" || (answer.id > 0 && answer.items.length === 1), answer),
    }),
  );
  return steps.flatMap((step, i) => (i % 2 === 0 ? [[step, steps[i + 1] as Step]] : []));
}

/** A guest's checkout of a storefront; the session is the one that the first answer begins. */
function vendure({ variants }: Extract<Flow, { name: "vendure" }>, client: number): Step[][] {
  const step = (name: string, declared: string, given: string, variables: object, state = "AddingItems"): Step => ({
    path: "/shop-api",
    headers: ({ token }): Record<string, string> => (token ? { authorization: `Bearer ${token}` } : {}),
    body: JSON.stringify({
      query: `mutation (${declared}) { ${name}(${given}) { __typename ... on Order { id code state } ... on ErrorResult { message } } }`,
      variables,
    }),
    read: (answer, found, headers) => {
      expected(!answer.errors && answer.data[name].state === state, answer);
      found.token ??= headers["vendure-auth-token"];
    },
  });
  const customer = { firstName: "Asha", lastName: "Sharma", emailAddress: `asha.${client}@example.com` };
  const address = {
    fullName: "Asha Sharma",
    streetLine1: "12 Hill Road",
    city: "Mumbai",
    postalCode: "400050",
    countryCode: "IN",
    phoneNumber: "9820000000",
  };
  const payment = { method: "dummy", metadata: {} };
  return shelf(variants, client).map((id) => [
    step("addItemToOrder", "$id: ID!", "productVariantId: $id, quantity: 1", { id }),
    step("setCustomerForOrder", "$input: CreateCustomerInput!", "input: $input", { input: customer }),
    step("setOrderShippingAddress", "$input: CreateAddressInput!", "input: $input", { input: address }),
    step("setOrderShippingMethod", "$id: [ID!]!", "shippingMethodId: $id", { id: ["1"] }),
    step(
      "transitionOrderToState",
      "$state: String!",
      "state: $state",
      { state: "ArrangingPayment" },
      "ArrangingPayment",
    ),
    step("addPaymentToOrder", "$input: PaymentInput!", "input: $input", { input: payment }, "PaymentSettled"),
  ]);
}

/** The calls of Medusa's own storefront, as a guest. */
function medusa({ variants, key, region, shipping }: Extract<Flow, { name: "medusa" }>, client: number): Step[][] {
  const step = (path: Step["path"], body: object | Step["body"], read?: Step["read"]): Step => ({
    path,
    body: typeof body === "object" ? JSON.stringify(body) : body,
    headers: () => ({ "x-publishable-api-key": key }),
    read,
  });
  const ofCart =
    (rest = "") =>
    ({ id }: State) =>
      `/store/carts/${id}${rest}`;
  const address = {
    first_name: "Asha",
    last_name: "Sharma",
    address_1: "12 Hill Road",
    city: "Mumbai",
    postal_code: "400050",
    country_code: "in",
    phone: "9820000000",
  };
  return shelf(variants, client).map((variant_id) => [
    step("/store/carts", { region_id: region }, (answer, state) => {
      expected(answer.cart?.id, answer);
      state.id = answer.cart.id;
    }),
    step(ofCart("/line-items"), { variant_id, quantity: 1 }),
    step(ofCart(), { email: `asha.${client}@example.com`, shipping_address: address, billing_address: address }),
    step(ofCart("/shipping-methods"), { option_id: shipping }),
    step(
      "/store/payment-collections",
      ({ id }: State) => ({ cart_id: id }),
      (answer, state) => {
        expected(answer.payment_collection?.id, answer);
        state.payment = answer.payment_collection.id;
      },
    ),
    step(({ payment }) => `/store/payment-collections/${payment}/payment-sessions`, {
      provider_id: "pp_system_default",
    }),
    step(ofCart("/complete"), {}, (answer) => expected(answer.type === "order" && answer.order.id, answer)),
  ]);
}

/** What a run of orders found: milliseconds of each whole order, the calls of one, and the first answer that was wrong. */
export type Placed = { times: number[]; calls: number; wrong?: string };

/** The requests of one connection of autocannon, which it makes again and again; what they find goes into `placed`. */
export function requestsOf(flow: Flow, client: number, placed: Placed) {
  const orders =
    flow.name === "mithaas"
      ? mithaas(flow, client)
      : flow.name === "vendure"
        ? vendure(flow, client)
        : medusa(flow, client);
  let state: State = {};
  let began = 0;
  return orders.flatMap((steps) => {
    placed.calls = steps.length;
    return steps.map(({ path, body, headers, read }, i) => ({
      method: "POST",
      setupRequest(made: object) {
        if (i === 0) [state, began] = [{}, performance.now()];
        return {
          ...made,
          path: typeof path === "string" ? path : path(state),
          body: typeof body === "string" ? body : JSON.stringify(body(state)),
          headers: { "content-type": "application/json", ...headers?.(state) },
        };
      },
      onResponse(status: number, body: string, _context: unknown, headers: Record<string, string>) {
        try {
          expected(status < 300, body);
          read?.(JSON.parse(body), state, headers);
          if (i === steps.length - 1) placed.times.push(performance.now() - began);
        } catch (error) {
          placed.wrong ??= `${typeof path === "string" ? path : path(state)} answers ${status}: ${error instanceof Error ? error.message : error}`;
        }
      },
    }));
  });
}
