/** The 404 page. ViewerSync finds `data-not-found` and logs the path. */
export function PageNotFound() {
  return (
    <div className="shop grid grid-cols-1 place-items-center text-center py-16 lg:py-24" data-not-found="">
      <svg className="w-60 lg:w-80 max-w-full" viewBox="0 0 100 100" aria-hidden="true">
        <use href="/icons.svg#star-missing" />
      </svg>
      <p className="num text-muted text-lg mt-8">404</p>
      <h1 className="text-d2 mt-1">Oops! Page not found</h1>
      <p className="text-muted text-lg mt-3 max-w-md">
        Someone has already eaten this one. There is plenty left in the shop.
      </p>
      <a className="btn btn-lg btn-primary mt-8" href="/home">
        Return to Home
      </a>
    </div>
  );
}
