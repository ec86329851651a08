/** One thing that can be chosen. */
export type PickItem = {readonly id: string; readonly label: string; readonly detail?: string};

/** A list that something is chosen from. */
export type PickView = {
	readonly title: string;
	readonly items: readonly PickItem[];
	readonly highlight: number;
	/** While it is open, no question can be answered: it has the keyboard for itself. */
	readonly isModal: boolean;
};
