-- A file can have several parts, because QuickBooks Online imports at most 100 invoices at once (SPEC C372). The content has
-- them one after the other, each with the heading.
alter table export_batches add column parts integer not null default 1;

-- Form 2: deductions of balances have their own accounts (SPEC C373). The void of a statement of an older file is recorded
-- in that file's form.
alter table export_batches add column form integer not null default 1;
