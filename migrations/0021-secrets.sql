-- Bank details and tax ids become bytes: a first byte 0 says plain UTF-8, as they were until now, 1 says
-- encrypted. The key is not in the database: the server encrypts what is plain at its next start.
alter table drivers
  alter column bank_details type bytea using '\x00'::bytea || convert_to(bank_details, 'UTF8');
alter table owners
  alter column tax_id type bytea using '\x00'::bytea || convert_to(tax_id, 'UTF8'),
  alter column bank_details type bytea using '\x00'::bytea || convert_to(bank_details, 'UTF8');

-- Whole records were remembered here for a day, bank details and tax ids in plain text too.
delete from idempotency_keys where answer ?| array ['bankDetails', 'taxId'];

-- Which keys this database's secrets are encrypted with: a digest each, from which no key can be told.
create table encryption_keys (
  id text primary key,
  created_at timestamptz not null default now()
);
