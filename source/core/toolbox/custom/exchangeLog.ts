import type {CustomExchange} from '../../../domain/custom-tool.ts';

const mostExchanges = 20;

export type ExchangeLog = {
	readonly add: (tool: string, exchange: CustomExchange) => void;
	/** The newest first. */
	readonly of: (tool: string) => readonly CustomExchange[];
};

/** The last requests of every custom tool, in memory for this run. */
export const createExchangeLog = (): ExchangeLog => {
	const kept = new Map<string, readonly CustomExchange[]>();
	return {
		add: (tool, exchange) => {
			kept.set(tool, [exchange, ...(kept.get(tool) ?? [])].slice(0, mostExchanges));
		},
		of: tool => kept.get(tool) ?? [],
	};
};
