-- The default deductions for fuel and insurance are proposals until a person answers them (SPEC C340). Accounts that saved
-- settings before had them taken, so they count as answered.
alter table settings add column deductions_answered boolean not null default true;
alter table settings alter column deductions_answered set default false;
