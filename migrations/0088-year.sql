-- The year counts money by the day of its payment (SPEC C9), and backup withholding is a line (SPEC C25).

-- The day on which unapplied money was applied. What the gross of the part exceeds the money counts in the year of this day.
alter table payout_parts add column applied_on date;
alter table payout_parts disable trigger user;
update payout_parts set applied_on = created_at::date where was_unapplied;
alter table payout_parts enable trigger user;
alter table payout_parts add constraint payout_parts_applied_check check (was_unapplied = (applied_on is not null));
create index payout_parts_applied_on_idx on payout_parts (user_id, applied_on) where applied_on is not null;

-- Backup withholding (26 USC 3406) of an owner or driver. A driver without an owner gets a 1099 too, so drivers have a tax id.
alter table owners add column backup_withholding boolean not null default false;
alter table drivers add column backup_withholding boolean not null default false, add column tax_id bytea;

-- One line for each settlement, with its computation.
alter table expenses drop constraint expenses_basis_check,
  add constraint expenses_basis_check check (case when basis is null then basis_value is null and basis_figure is null
    else kind in ('rule', 'extra-pay', 'withholding') and basis in ('percent', 'percent-after-fuel', 'percent-of-net', 'fixed', 'per-mile',
      'per-empty-mile', 'per-load') and basis_value is not null and (basis_figure is null) = (basis = 'fixed') end);
alter table expenses add constraint expenses_withholding_check check (kind <> 'withholding'
  or category = 'other' and amount > 0 and rule_key is null and basis is not null and basis = 'percent' and not by_hand);
create unique index expenses_withholding_key on expenses (user_id, billing_id) where kind = 'withholding';

create function snapshot_withheld(snapshot jsonb) returns numeric language sql immutable parallel safe as $$
  select coalesce(sum((line ->> 'amount')::numeric(12, 2)), 0.00)
  from jsonb_array_elements(snapshot -> 'lines') as line where line ->> 'kind' = 'withholding'
$$;
alter table statement_snapshots add column withheld numeric(14, 2)
  generated always as (snapshot_withheld(snapshot)) stored;
