-- The shop's role, which is no superuser, and its empty database. Its password is SHOP_PASSWORD of the environment.
-- The database is mithaas, or the one that psql --set=database=… names.
-- createdb: the nightly backup is verified in a database of its own.
\if :{?database}
\else
  \set database mithaas
\endif
\getenv password SHOP_PASSWORD
select 'create role mithaas' where not exists (select 1 from pg_roles where rolname = 'mithaas') \gexec
alter role mithaas login nosuperuser createdb password :'password';
-- PgBouncer 1.18 does not pass these on from the shop.
alter role mithaas set lock_timeout = '5s';
alter role mithaas set statement_timeout = '6s';
alter role mithaas set idle_in_transaction_session_timeout = '15s';
select format('create database %I owner mithaas', :'database') where not exists (select 1 from pg_database where datname = :'database') \gexec
