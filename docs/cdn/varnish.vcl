# The shop behind Varnish (tried: 7.1 of Debian 12, with the package varnish-modules for xkey). tests/ha/cdn.test.ts runs this file.
#
#   varnishd -a :6081 -f /etc/varnish/mithaas.vcl -s malloc,256m -p http_gzip_support=off
#
# Without http_gzip_support=off Varnish asks for gzip alone; the shop's pages are smaller with brotli. The shop needs TRUST_PROXY=on,
# CDN_PURGE=varnish, CDN_PURGE_URL=http://VARNISH:6081/ (not the name that shoppers use) and CDN_PURGE_TOKEN as below. Something in
# front of Varnish has to end TLS.
vcl 4.1;

import directors;
import std;
import xkey;

probe live {
  .url = "/api/live";
  .interval = 1s;
  .timeout = 2s;
  .window = 3;
  .threshold = 2;
  .initial = 2;
}
backend shop1 { .host = "127.0.0.1"; .port = "3001"; .probe = live; }
backend shop2 { .host = "127.0.0.1"; .port = "3002"; .probe = live; }

# Where the shops are, and nobody else: they purge.
acl purgers { "127.0.0.1"; }

sub vcl_init {
  new shops = directors.round_robin();
  shops.add_backend(shop1);
  shops.add_backend(shop2);
}

sub vcl_recv {
  set req.backend_hint = shops.backend();

  if (req.method == "PURGE") {
    if (client.ip !~ purgers || req.http.Authorization != "Bearer change-me") { return (synth(403)); }
    if (!req.http.xkey) { return (synth(400)); }
    return (synth(200, "Purged " + xkey.purge(req.http.xkey)));
  }

  # Varnish has added the client's address to X-Forwarded-For. Nobody but us may name the host.
  set req.http.X-Forwarded-Host = req.http.Host;

  if (req.method != "GET" && req.method != "HEAD") { return (pass); }
  # Public pages and files, which are the same for everybody whatever cookies they have. Anything else is the visitor's own.
  if (req.url !~ "^/(home|categories|products|about|contact|custom-orders|faq|privacy|terms|cookies|returns|offline)(/[^/?]+)?(\?|$)"
    && req.url !~ "^/(_next/static|media|og|art|icons)/"
    && req.url !~ "^/[^/?]+\.(xml|txt|svg|png|ico|webmanifest)(\?|$)") { return (pass); }
  # A search is made for one visitor.
  if (req.url ~ "[?&]search=" || req.http.Authorization) { return (pass); }
  unset req.http.Cookie;
  # With these, the shop would make a page for this request alone.
  unset req.http.Content-Type;
  unset req.http.Next-Action;

  # Only these parts of a query change a page. Without this, every campaign's link would be a page of its own.
  if (req.url ~ "\?") {
    set req.url = regsuball(req.url, "(?<=[?&])(?!(category|sort|page|featured|pack|_rsc)(=|&|$))[^&]*(&|$)", "");
    set req.url = std.querysort(regsub(req.url, "[?&]+$", ""));
  }

  # The shop's pages come in three forms.
  if (req.http.Accept-Encoding ~ "\bbr\b(?!;q=0)") { set req.http.Accept-Encoding = "br"; }
  elsif (req.http.Accept-Encoding ~ "\bgzip\b(?!;q=0)") { set req.http.Accept-Encoding = "gzip"; }
  else { unset req.http.Accept-Encoding; }

  return (hash);
}

sub vcl_backend_response {
  # A page that is stored, however old, is better than no page.
  if (beresp.status >= 500 && bereq.is_bgfetch) { return (abandon); }
  # Only what the shop allows is stored. (Varnish itself leaves out private, no-store, no-cache and what sets a cookie.)
  if (!beresp.http.Cache-Control) {
    set beresp.uncacheable = true;
    return (deliver);
  }
  # Varnish 7.1 does not read stale-while-revalidate.
  set beresp.grace = std.duration(
    regsub(beresp.http.Cache-Control, "^(.*stale-while-revalidate=(\d+))?.*$", "\2s"), 0s);
}

sub vcl_deliver {
  unset resp.http.xkey;
  if (obj.hits > 0) { set resp.http.X-Cache = "HIT"; } else { set resp.http.X-Cache = "MISS"; }
}
