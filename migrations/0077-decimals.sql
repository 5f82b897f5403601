-- Rates have up to four decimals, quantities up to three (SPEC V4). Amounts keep two. A column without a scale keeps the
-- decimals of each value, so that "350.00" stays "350.00" and "3.799" stays "3.799", and no row is rewritten.
alter table expenses
  alter column rate type numeric,
  alter column quantity type numeric,
  alter column basis_value type numeric,
  add constraint expenses_decimals_check check (
    min_scale(rate) <= 4 and abs(rate) < 100000000
    and min_scale(quantity) <= 3 and abs(quantity) < 1000000000000
    and min_scale(basis_value) <= 4 and abs(basis_value) < 100000000);
alter table deduction_rules
  alter column value type numeric,
  add constraint deduction_rules_decimals_check check (
    min_scale(value) <= case when basis = 'fixed' then 2 else 4 end and value < 100000000);
alter table settings
  alter column fuel_deduction_value type numeric,
  alter column fuel_deduction_value set default 15.00,
  alter column insurance_deduction_value type numeric,
  alter column insurance_deduction_value set default 350.00,
  add constraint settings_decimals_check check (
    min_scale(fuel_deduction_value) <= case when fuel_deduction_type = 'fixed' then 2 else 4 end
    and abs(fuel_deduction_value) < 100000000
    and min_scale(insurance_deduction_value) <= case when insurance_deduction_type = 'fixed' then 2 else 4 end
    and abs(insurance_deduction_value) < 100000000);
