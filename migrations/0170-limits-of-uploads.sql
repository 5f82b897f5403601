-- For the limits on what one person of the portal uploads in a day (SPEC C153).
create index documents_uploaded_by_idx on documents (user_id, uploaded_by, uploaded_at) where uploaded_by is not null;
-- Links are revoked with the membership of the person who made them (SPEC C154).
create index upload_links_made_by_idx on upload_links (user_id, made_by) where revoked_at is null;
