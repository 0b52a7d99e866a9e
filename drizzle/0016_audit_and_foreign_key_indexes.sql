-- Can be applied again: no index depends on what a try before has done. The old ones go last, when what replaces them is there.
drop index concurrently if exists users_newest;
--> statement-breakpoint
create index concurrently users_newest on users (created_at, id);
--> statement-breakpoint
drop index concurrently if exists audit_log_newest;
--> statement-breakpoint
create index concurrently audit_log_newest on audit_log (at, id);
--> statement-breakpoint
drop index concurrently if exists audit_log_about;
--> statement-breakpoint
create index concurrently audit_log_about on audit_log (noun, at, id);
--> statement-breakpoint
drop index concurrently if exists audit_log_about_one;
--> statement-breakpoint
create index concurrently audit_log_about_one on audit_log (noun, noun_id, at, id);
--> statement-breakpoint
drop index concurrently if exists audit_log_author;
--> statement-breakpoint
create index concurrently audit_log_author on audit_log (by_id, at, id);
--> statement-breakpoint
drop index concurrently if exists audit_log_kind;
--> statement-breakpoint
create index concurrently audit_log_kind on audit_log (by_kind, at, id);
--> statement-breakpoint
drop index concurrently if exists order_status_history_author;
--> statement-breakpoint
create index concurrently order_status_history_author on order_status_history (by_user_id, at, id) where by_user_id is not null;
--> statement-breakpoint
drop index concurrently if exists order_corrections_author;
--> statement-breakpoint
create index concurrently order_corrections_author on order_corrections (by_user_id, at, id) where by_user_id is not null;
--> statement-breakpoint
drop index concurrently if exists settings_history_author;
--> statement-breakpoint
create index concurrently settings_history_author on settings_history (by_user_id, at, id) where by_user_id is not null;
--> statement-breakpoint
drop index concurrently if exists enquiries_done_by;
--> statement-breakpoint
create index concurrently enquiries_done_by on enquiries (done_by) where done_by is not null;
--> statement-breakpoint
drop index concurrently if exists invitations_maker;
--> statement-breakpoint
create index concurrently invitations_maker on invitations (made_by);
--> statement-breakpoint
drop index concurrently if exists messages_email;
--> statement-breakpoint
create index concurrently messages_email on messages (lower(email)) where email is not null;
--> statement-breakpoint
drop index concurrently if exists users_created;
--> statement-breakpoint
drop index concurrently if exists audit_log_at;
--> statement-breakpoint
drop index concurrently if exists audit_log_noun;
--> statement-breakpoint
drop index concurrently if exists audit_log_by;
