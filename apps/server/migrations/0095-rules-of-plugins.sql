-- A plugin may add a rule that blocks plans (E-02). The list of rules in the database rejected new ones, and a plan that could not be
-- blocked held up every plan after it.
alter table fan_out_plan drop constraint fan_out_plan_held_by_check;
