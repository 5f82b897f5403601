-- A refund gives back what a rule with a total took (SPEC C5): a negative line of that rule.
alter table expenses
  add constraint expenses_refund_check check (kind <> 'refund' or (rule_id is not null and amount < 0));
