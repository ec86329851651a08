type Additions = {readonly before: string; readonly after: string};

/** What was put before or behind a draft while it was edited elsewhere; undefined when it is another one now. */
export const additionsTo = (draft: string, current: string): Additions | undefined => {
	if (draft === '') {
		return {before: '', after: current === '' ? '' : `\n${current}`};
	}
	if (current === draft || current.startsWith(`${draft}\n`)) {
		return {before: '', after: current.slice(draft.length)};
	}
	return current.endsWith(`\n${draft}`) ? {before: current.slice(0, -draft.length), after: ''} : undefined;
};
