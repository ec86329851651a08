import {sanitiseLine} from '../../../support/sanitise.ts';
import type {Finding} from '../../../support/yaml/yaml-text.ts';
import {type Place, showPlace} from '../complaint.ts';

/** Nobody reads more, and a hostile file could bring thousands. */
const maxLines = 50;

/** Aliases can lead to places that are longer than anybody reads. */
const maxParts = 12;

/** What was found in one file, told in the order of its text. */
export type AgentReport = {
	/** The agent cannot be used. */
	readonly problem: (offset: number, path: Place, message: string) => void;
	readonly warning: (offset: number, path: Place, message: string) => void;
	readonly problems: () => readonly string[];
	readonly warnings: () => readonly string[];
};

const withPlace = (path: Place, message: string): string => {
	const place = `${showPlace(path.slice(0, maxParts))}${path.length > maxParts ? '...' : ''}`;
	return place === '' ? message : `${place}: ${message}`;
};

export const createAgentReport = (file: string, positionOf: (offset: number) => string): AgentReport => {
	const problems: Finding[] = [];
	const warnings: Finding[] = [];
	const lines = (findings: readonly Finding[]): readonly string[] => {
		const sorted = [...findings].sort((one, other) => one.offset - other.offset);
		const shown = sorted
			.slice(0, maxLines)
			.map(({offset, message}) => sanitiseLine(`${file}:${positionOf(offset)}  ${message}`));
		const next = sorted[maxLines];
		return next === undefined
			? shown
			: [...shown, `${file}:${positionOf(next.offset)}  and ${sorted.length - maxLines} more`];
	};
	return {
		problem: (offset, path, message) => problems.push({offset, message: withPlace(path, message)}),
		warning: (offset, path, message) => warnings.push({offset, message: withPlace(path, message)}),
		problems: () => lines(problems),
		warnings: () => lines(warnings),
	};
};
