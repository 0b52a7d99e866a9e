// A stand-in of the payment gateway for the tests of a file, whose keys the environment gets before anything reads it: import it first.
import { RazorpayStandIn } from "../support/razorpay";

export const gateway = await RazorpayStandIn.start();
Object.assign(process.env, gateway.environment);
