-- What a person read on a rate confirmation that the reader could not read, and whether it is a scan (SPEC C155).
alter table readings
  -- Null: the paper was not read, but a person typed its total.
  alter column reader_version drop not null,
  add column is_scan boolean not null default false,
  add column typed_total numeric(12, 2),
  add column typed_by uuid,
  add column typed_at timestamptz,
  add constraint readings_typed_check
    check ((typed_total is null) = (typed_by is null) and (typed_total is null) = (typed_at is null)),
  add constraint readings_reader_version_check check (reader_version is not null or typed_total is not null);

-- The readings of a month, of which those of a broker are counted (SPEC C158).
create index readings_created_at_idx on readings (user_id, created_at);
