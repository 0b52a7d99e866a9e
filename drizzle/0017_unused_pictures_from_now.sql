-- The time of a picture that no sweet has is from now on when it lost its last sweet. Until then it was the time of its upload, and the shop
-- would delete at once what was replaced yesterday.
update images set created_at = now() where not exists (select from sweets where sweets.image_id = images.id);
