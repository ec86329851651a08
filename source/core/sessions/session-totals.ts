import type {SessionEvent} from '../../domain/event.ts';
import type {Usage} from '../../domain/model.ts';
import type {SessionEntry} from '../../domain/session-entry.ts';
import type {SessionTotals} from '../../domain/session-shelf.ts';

type Totals = Omit<SessionTotals, 'damaged' | 'unknown'>;

const usageIn = (event: SessionEvent): Usage | undefined => {
	switch (event.type) {
		case 'step-finished':
		case 'history-compacted':
		case 'sampling-answered':
		case 'usage-counted':
			return event.usage;
		default:
			return undefined;
	}
};

/** Counts what a session amounts to, event by event. */
export const createTotals = () => {
	const counts = {messages: 0, answers: 0, calls: 0, failedCalls: 0, inputTokens: 0, outputTokens: 0};
	const models = new Set<string>();
	let cost: number | undefined;
	let hasUnpriced = false;
	let about: Pick<Totals, 'name' | 'forkedFrom' | 'cwd' | 'startedAt' | 'endedAt'> = {};

	const countUsage = ({inputTokens, outputTokens, cost: price}: Usage): void => {
		counts.inputTokens += inputTokens;
		counts.outputTokens += outputTokens;
		if (price === undefined) {
			hasUnpriced = true;
		} else {
			cost = (cost ?? 0) + price;
		}
	};

	return {
		take(event: SessionEvent): void {
			const usage = usageIn(event);
			if (usage !== undefined) {
				countUsage(usage);
			}
			about = {...about, startedAt: about.startedAt ?? event.at, endedAt: event.at};
			switch (event.type) {
				case 'session-started':
					about = {...about, cwd: event.cwd};
					break;
				case 'session-renamed':
					about = {...about, name: event.name};
					break;
				case 'session-forked':
					about = {...about, forkedFrom: event.from};
					break;
				case 'step-started':
					models.add(event.model);
					break;
				default:
					break;
			}
		},
		takeEntry(entry: SessionEntry): void {
			counts.messages += entry.type === 'user' ? 1 : 0;
			counts.answers += entry.type === 'answer' ? 1 : 0;
			counts.calls += entry.type === 'call' ? 1 : 0;
			counts.failedCalls += entry.type === 'call' && entry.outcome === 'failed' ? 1 : 0;
		},
		totals: (): Totals => ({
			...counts,
			...(cost === undefined ? {} : {cost}),
			hasUnpriced,
			models: [...models],
			...about,
		}),
	};
};
