-- The state of a line in columns (SPEC C2, C5, C7). The text of how a rule's line was computed is made when the line
-- is read. Frozen lines keep the text that they were approved with in "formula", and these columns empty.
alter table expenses
  -- A rule's line that a person deleted: it stays, so that the rule does not add it again.
  add column skipped boolean not null default false,
  -- What a rule's line was computed from: the rule's basis and value, and dollars of revenue, miles or loads.
  add column basis text,
  add column basis_value numeric(12, 2),
  add column basis_figure numeric(14, 2),
  -- The rule's total after the line, and its target. Set at approval.
  add column reached numeric(14, 2),
  add column reached_of numeric(14, 2),
  -- Of an adjustment: the number of the load that changed.
  add column load_number text;

alter table expenses disable trigger user;

-- "12% × $10,000.00", "fixed $350.00", "2,450 mi × $0.60", "3 loads × $25.00", "skipped". Any other formula names no
-- basis: "instalment 3 of 10, ..." is left if the rule's target was removed. -- quoted: stored text
with pending as (
  select line.user_id, line.id, regexp_replace(line.formula, ', changed by hand$', '') as formula -- quoted: stored text
    from expenses as line
      join billing on billing.user_id = line.user_id and billing.id = line.billing_id
    where line.kind = 'rule' and billing.status = 'pending'),
computed as (
  select user_id, id, formula,
      case when formula ~ '^[\d,.]+% × ' then 'percent'
        when formula ~ '^fixed ' then 'fixed'
        when formula ~ '^[\d,.]+ mi × ' then 'per-mile'
        when formula ~ '^[\d,]+ loads? × ' then 'per-load' end as basis,
      array(select replace(number[1], ',', '')::numeric
        from regexp_matches(formula, '\d[\d,]*(?:\.\d+)?', 'g') as number) as numbers
    from pending)
update expenses as line set
    skipped = computed.formula is not distinct from 'skipped' and line.amount = 0,
    basis = computed.basis,
    basis_value = case when computed.basis in ('percent', 'fixed') then numbers[1]
      when computed.basis in ('per-mile', 'per-load') then numbers[2] end,
    basis_figure = case when computed.basis = 'percent' then numbers[2]
      when computed.basis in ('per-mile', 'per-load') then numbers[1] end,
    formula = null
  from computed where line.user_id = computed.user_id and line.id = computed.id;

-- "net below zero" is now made when the line is read, too.
update expenses as line set formula = null from billing
  where billing.user_id = line.user_id and billing.id = line.billing_id and billing.status = 'pending'
    and line.kind = 'carry-in';

update expenses set load_number = substring(description from '^Load (.*): \$') where kind = 'correction';

alter table expenses enable trigger user;

alter table expenses
  add constraint expenses_skipped_check check (not skipped or (kind = 'rule' and amount = 0)),
  add constraint expenses_basis_check check (
    case when basis is null then basis_value is null and basis_figure is null
      else kind = 'rule' and basis in ('percent', 'fixed', 'per-mile', 'per-load') and basis_value is not null
        and (basis_figure is null) = (basis = 'fixed') end),
  add constraint expenses_reached_check check ((reached is null) = (reached_of is null));
