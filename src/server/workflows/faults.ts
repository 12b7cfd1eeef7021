/** Named moments at which a test may end the process; `:inside` a transaction before its commit, `:committed` after it. */
export const workflowSteps = ['start', 'call', 'ordered', 'answer', 'log', 'park', 'plan', 'end'] as const;
export type WorkflowFaultPoint = `workflow.${(typeof workflowSteps)[number]}:${'inside' | 'committed'}`;
export type WorkflowFaults = (point: WorkflowFaultPoint) => void;
