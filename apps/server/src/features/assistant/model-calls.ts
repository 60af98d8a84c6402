/** Outcomes of a question: the model answered, the model failed, or a quote was given because too many calls ran at once or the day's calls were used up. */
type ModelOutcome = 'answered' | 'failed' | 'busy' | 'overBudget';

type Options = {
  /** Calls that run at the same time. */
  atOnce: number;
  /** Takes one of the day's calls; false when none is left. */
  takeFromBudget: () => Promise<boolean>;
};
export type ModelCalls = ReturnType<typeof createModelCalls>;

/** Decides whether the model may be called: each call costs money, and customers decide how many questions there are. */
export const createModelCalls = ({ atOnce, takeFromBudget }: Options) => {
  const outcomes: Record<ModelOutcome, number> = { answered: 0, failed: 0, busy: 0, overBudget: 0 };
  let underWay = 0;
  return {
    outcomes,
    /** Runs a call; null when none may be made now. */
    run: async <T>(call: () => Promise<T>): Promise<T | null> => {
      if (underWay >= atOnce) {
        outcomes.busy += 1;
        return null;
      }
      underWay += 1;
      try {
        if (!(await takeFromBudget())) {
          outcomes.overBudget += 1;
          return null;
        }
        const answer = await call();
        outcomes.answered += 1;
        return answer;
      } catch (error) {
        outcomes.failed += 1;
        throw error;
      } finally {
        underWay -= 1;
      }
    },
  };
};
