import type {NewId} from '../../source/domain/ports.ts';

/** `id-1`, `id-2`, ...: unique and the same in every run. */
export const createCounterIds = (prefix = 'id'): NewId => {
	let count = 0;
	return () => {
		count += 1;
		return `${prefix}-${count}`;
	};
};
