-- A statement whose adjustments exceed its pay withholds nothing, and its line shows it (SPEC C320).
alter table expenses drop constraint expenses_withholding_check;
alter table expenses add constraint expenses_withholding_check check (kind <> 'withholding'
  or category = 'other' and amount >= 0 and rule_key is null and basis is not null and basis = 'percent' and not by_hand);
