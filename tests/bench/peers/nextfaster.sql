-- Fills NextFaster's empty tables: 20 collections of 7 categories of 2 groups of 3 subcategories of 12 products each, 10,080 products.
insert into collections (name, slug)
select 'Collection ' || c, 'collection-' || c from generate_series(1, 20) c;

insert into categories (slug, name, collection_id, image_url)
select 'category-' || n, 'Category ' || n, (select id from collections where slug = 'collection-' || 1 + (n - 1) / 7),
  'https://bevgyjm5apuichhj.public.blob.vercel-storage.com/category-' || n
from generate_series(1, 140) n;

insert into subcollections (name, category_slug)
select 'Group ' || n, 'category-' || 1 + (n - 1) / 2 from generate_series(1, 280) n;

insert into subcategories (slug, name, subcollection_id, image_url)
select 'subcategory-' || n, 'Subcategory ' || n, (select id from subcollections where name = 'Group ' || 1 + (n - 1) / 3),
  'https://bevgyjm5apuichhj.public.blob.vercel-storage.com/subcategory-' || n
from generate_series(1, 840) n;

insert into products (slug, name, description, price, subcategory_slug, image_url)
select 'product-' || n, 'Kesar Pista Barfi ' || n,
  'Slow-cooked in small batches with fragrant cardamom and a whisper of saffron. Good with evening tea.',
  5 + n % 40, 'subcategory-' || 1 + (n - 1) / 12,
  'https://bevgyjm5apuichhj.public.blob.vercel-storage.com/product-' || n
from generate_series(1, 10080) n;

analyze;
