import { DAY_KEY } from "@/lib/cart/constants";
import { PINCODE_COOKIE } from "@/lib/delivery/constants";
import { WIDE } from "./viewer-text";

/*
 * Two inline scripts. They are constant texts, so that the Content-Security-Policy can allow them by hash. Keep them small, because
 * every page contains them.
 */

/**
 * In <head>, before the first paint, on <html>: the theme's class, `data-pincode` when a pincode is remembered, and `data-viewer` from the
 * readable hint cookie. It also covers forms until React handles them: a form that the browser posts is not posted again within three
 * seconds, and 'Add to Cart' sends the day that is chosen on this device.
 */
export const firstPaintScript =
  '(function(){var d=document.documentElement,t,v;try{t=localStorage.getItem("theme")}catch(e){}' +
  'if(t==="dark"||t!=="light"&&matchMedia("(prefers-color-scheme: dark)").matches)d.classList.add("dark");' +
  `if(/(?:^|; )${PINCODE_COOKIE}=/.test(document.cookie))d.dataset.pincode="";` +
  "try{v=JSON.parse(decodeURIComponent(/(?:^|; )mithaas_hint=([^;]*)/.exec(document.cookie)[1]))}catch(e){}v=v||{};" +
  'd.dataset.viewer=v.role==="customer"||v.role==="admin"?v.role:"visitor";self.mithaasViewer=v;' +
  // Listeners that bubble to the window run after React's.
  'var s;addEventListener("pageshow",function(){s=0});addEventListener("submit",function(e){if(s===e.target){' +
  'e.preventDefault();e.stopImmediatePropagation()}},true);addEventListener("submit",function(e){var f=e.target;' +
  'if(!e.defaultPrevented&&/^post$/i.test(f.getAttribute("method"))){s=f;setTimeout(function(){if(s===f)s=0},3e3)}});' +
  'addEventListener("formdata",function(e){var y;try{y=e.target.matches(".for-shoppers")&&' +
  `localStorage.getItem("${DAY_KEY}")}catch(x){}if(y)e.formData.set("day",y)})})()`;

/** Right after the header: the number on the cart and the greeting. The same texts as `paintViewer` in viewer-store.ts. */
export const headerPaintScript =
  "(function(){var v=self.mithaasViewer||{},n=v.count>0?Math.floor(v.count):0;function p(k,t){" +
  'document.querySelectorAll("["+k+"]").forEach(function(e){e.textContent=t})}' +
  'p("data-cart-count",n>99?"99+":n?n:"");p("data-cart-label",n?"Cart, "+n+(n===1?" item":" items"):"Cart");' +
  `var w=matchMedia("${WIDE}").matches,h=v.role==="customer"&&v.name?"Hello, "+v.name:"";` +
  `p('data-greeting="wide"',w?h:"");p('data-greeting="narrow"',w?"":h)})()`;
