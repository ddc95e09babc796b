/** Whether a supervisor's sentence says that a process ended, or did not start again, without being asked to. */
export const isAboutAnEnd = (sentence: string) => /^\[[\w-]+\] ended \(/.test(sentence);

/** Of such sentences, those about a process that nobody has killed. */
export const endedByThemselves = (ends: readonly string[]) =>
  ends.filter((sentence) => !/ ended \((?:[\w-]+ did not start: it ended with )?SIGKILL[).]/.test(sentence));
