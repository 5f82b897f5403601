-- How far a line brings its rule's total depends on what comes before, which may change while it is pending: from
-- now on it is worked out when the line is read, and kept when the statement is approved (SPEC C5).
alter table expenses disable trigger user;
update expenses as line set formula = case
    when line.formula ~ '^instalment \d+ of \d+, ' then regexp_replace(line.formula,
      '^instalment \d+ of \d+, \$[\d,]+\.\d\d of \$[\d,]+\.\d\d', 'fixed ' || to_char(rule.value, 'FM$999,999,999,990.00'))
    else regexp_replace(line.formula, ', \$[\d,]+\.\d\d of \$[\d,]+\.\d\d(?=$|, changed by hand)', '') end
  from deduction_rules as rule, billing
  where rule.user_id = line.user_id and rule.id = line.rule_id and rule.total is not null
    and billing.user_id = line.user_id and billing.id = line.billing_id and billing.status = 'pending'
    and line.kind = 'rule';
alter table expenses enable trigger user;
