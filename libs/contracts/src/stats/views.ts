/** The four figures of the dashboard (the couple's) and of the profile (one's own part), as the gateway composes them. */
export interface StatsView {
  memoriesCreated: number;
  messagesSent: number;
  challengesCompleted: number;
  daysTogether: number;
}
